// The calls between Rust and the isolated world. Made from ../calls.rs and ../data.rs by `cargo xtask js --write`: edit those.

interface Calls {
  clock(): number | Promise<number>;
  frame(node?: Node): void | Promise<void>;
  twoFrames(node?: Node): void | Promise<void>;
  handled(): void | Promise<void>;
  painted(ms: number): void | Promise<void>;
  cameToBe(element: Element, since: number, ...others: Node[]): boolean | Promise<boolean>;
  changed(element: Element, since: number, ...others: Node[]): Change | Promise<Change>;
  asksForLogin(urls: string[]): boolean | Promise<boolean>;
  readiness(): ReadinessCounts | Promise<ReadinessCounts>;
  readinessLater(): ReadinessCounts | Promise<ReadinessCounts>;
  spots(element: Element): [number, number][] | Promise<[number, number][]>;
  state(element: Element): NodeState | Promise<NodeState>;
  readSheets(texts: ([string, string | null])[]): void | Promise<void>;
  shownBy(element: Element): Element | null | undefined;
  listOver(element: Element): boolean | Promise<boolean>;
  bring(element: Element, block: string): void | Promise<void>;
  keysPart(element: Element): Element | null | undefined;
  relation(element: Element, ...others: Node[]): Relation | Promise<Relation>;
  standInOf(element: Element): Element | null | undefined;
  drifting(element: Element): boolean | Promise<boolean>;
  motion(element: Element): [number, number, number, number, number, number] | null | Promise<[number, number, number, number, number, number] | null>;
  steady(element: Element, ms: number, moving: boolean): boolean | Promise<boolean>;
  mayGo(node: Node): boolean | Promise<boolean>;
  passing(node: Node): boolean | Promise<boolean>;
  pinned(node: Node): boolean | Promise<boolean>;
  arrivedInstead(element: Element, event: string): boolean | Promise<boolean>;
  clickEvent(element: Element): boolean | Promise<boolean>;
  forgetPointer(): void | Promise<void>;
  hearsPointer(): boolean | Promise<boolean>;
  unseenSince(ms: number): Unseen | Promise<Unseen>;
  hasPointer(element: Element): boolean | Promise<boolean>;
  hovered(element: Element): boolean | Promise<boolean>;
  pressTarget(): Element | null | undefined;
  prove(element: Element): void | Promise<void>;
  proven(node?: Node): string[] | Promise<string[]>;
  tapped(element: Element, count: number): boolean | Promise<boolean>;
  beginTaking(): void | Promise<void>;
  clipHeard(): ClipHeard | Promise<ClipHeard>;
  listenForClip(): void | Promise<void>;
  putClip(text: string, html: string): boolean | Promise<boolean>;
  taken(): Clipping | null | Promise<Clipping | null>;
  keysHeard(node?: Node): KeysHeard | Promise<KeysHeard>;
  listenForAnyKeys(): void | Promise<void>;
  listenForKeys(element: Element): void | Promise<void>;
  draggedAt(node?: Node): DragState | Promise<DragState>;
  dropped(node?: Node): DragState | Promise<DragState>;
  forgetDrag(): void | Promise<void>;
  watchDrop(): void | Promise<void>;
  droppedHere(): boolean | Promise<boolean>;
  isBack(element: Element): boolean | Promise<boolean>;
  leftPlace(element: Element): boolean | Promise<boolean>;
  rememberPlace(element: Element): void | Promise<void>;
  watchDrag(element: Element, role: string): void | Promise<void>;
  beginSelecting(node: Node): [[number, number], [number, number]] | null | Promise<[[number, number], [number, number]] | null>;
  isSelected(node: Node, mend: boolean): boolean | Promise<boolean>;
  selectText(node: Node, what: TextWanted): TextSelected | Promise<TextSelected>;
  dropHeard(node?: Node): DropHeard | Promise<DropHeard>;
  fileInput(element: Element): FileInput | Promise<FileInput>;
  filesTaken(element: Element, ms: number): FilesTaken | Promise<FilesTaken>;
  heldFiles(element: Element): HeldFile[] | Promise<HeldFile[]>;
  listenForDrop(element: Element): void | Promise<void>;
  listenForFiles(element: Element): void | Promise<void>;
  beliefs(locale: string, zone: string): Beliefs | Promise<Beliefs>;
  active(element: Element): boolean | Promise<boolean>;
  activeBox(element: Element, select: boolean): ActiveBox | Promise<ActiveBox>;
  boxesHold(node?: Node): string[] | null | Promise<string[] | null>;
  boxRow(element: Element, count: number): BoxRow | Promise<BoxRow>;
  caret(element: Element): Caret | Promise<Caret>;
  caretAtEnd(element: Element): void | Promise<void>;
  caretAtStart(element: Element): void | Promise<void>;
  deepActive(): Element | null | undefined;
  dial(element: Element): Dial | Promise<Dial>;
  trackPoint(element: Element, wanted: number): [number, number] | null | Promise<[number, number] | null>;
  hearInput(element: Element): string | null | Promise<string | null>;
  heardInput(element: Element): string | null | Promise<string | null>;
  holdsComposed(element: Element, text: string): boolean | Promise<boolean>;
  keepsKeys(node?: Node): boolean | Promise<boolean>;
  lastFullBox(element: Element): Element | null | undefined;
  manner(element: Element): FieldManner | Promise<FieldManner>;
  normal(element: Element, text: string): string | Promise<string>;
  receives(element: Element): Receives | Promise<Receives>;
  securityOrigin(): string | Promise<string>;
  selectAll(element: Element): void | Promise<void>;
  setValue(element: Element, text: string): void | Promise<void>;
  spreadOver(element: Element): string[] | Promise<string[]>;
  standBeside(element: Element, texts: string[]): boolean | Promise<boolean>;
  takenOver(element: Element): boolean | Promise<boolean>;
  unselected(element: Element): boolean | Promise<boolean>;
  written(element: Element, text: string): Written | Promise<Written>;
  approach(element: Element, index: number): string | null | Promise<string | null>;
  choose(element: Element, indices: number[]): void | Promise<void>;
  optionAt(element: Element, index: number): Element | null | undefined;
  options(element: Element): Choice[] | Promise<Choice[]>;
  opensPicker(element: Element): boolean | Promise<boolean>;
  defaultButton(element: Element): Element | null | undefined;
  enterField(element: Element): Element | null | undefined;
  formOf(element: Element): Element | null | undefined;
  sendForm(element: Element): void | Promise<void>;
  watchForm(element: Element): void | Promise<void>;
  watchedForm(node?: Node): FormHeard | Promise<FormHeard>;
  centre(element: Element): void | Promise<void>;
  liesOver(element: Element): Element | null | undefined;
  mainFrame(): Element | null | undefined;
  offset(): [number, number, number, number] | Promise<[number, number, number, number]>;
  scrollFrom(element: Element, by: ScrollAmount): Scrolled | Promise<Scrolled>;
  scrollPage(by: ScrollAmount): Scrolled | Promise<Scrolled>;
  scrolledTo(): ScrollPosition | null | Promise<ScrollPosition | null>;
  shareInView(element: Element): number | null | Promise<number | null>;
  watchWheel(): void | Promise<void>;
  watchWheelAt(element: Element): void | Promise<void>;
  wheeled(node?: Node): Wheeled | Promise<Wheeled>;
  change(ms: number): boolean | Promise<boolean>;
  mark(): Marked | Promise<Marked>;
  tick(): Tick | Promise<Tick>;
  unmark(): void | Promise<void>;
  hearRoots(...nodes: Node[]): void | Promise<void>;
  livesInSight(): boolean | Promise<boolean>;
  ticking(node: Node): boolean | Promise<boolean>;
  ticks(node: Node, within: boolean): boolean | Promise<boolean>;
  titleTicks(): boolean | Promise<boolean>;
  flush(): number | Promise<number>;
  rest(): void | Promise<void>;
  start(): void | Promise<void>;
  bringListed(element: Element, index: number, label: string): number | Promise<number>;
  chosenStill(element: Element): boolean | null | Promise<boolean | null>;
  currentOption(element: Element): string | null | Promise<string | null>;
  escapeDoesMore(element: Element): boolean | Promise<boolean>;
  focusWithin(element: Element): boolean | Promise<boolean>;
  listed(element: Element): Choice[] | Promise<Choice[]>;
  listedAt(element: Element, index: number, label: string): Element | null | undefined;
  listOn(element: Element): boolean | Promise<boolean>;
  listToTop(element: Element): void | Promise<void>;
  noteShown(node?: Node): void | Promise<void>;
  openedList(element: Element): Element | null | undefined;
  floatsAtWriting(element: Element): boolean | Promise<boolean>;
  openList(element: Element): Element | null | undefined;
  rolesIn(element: Element): ListRoles | Promise<ListRoles>;
  searches(element: Element): boolean | Promise<boolean>;
  shows(element: Element): string | Promise<string>;
  showsChosen(element: Element, label: string): boolean | Promise<boolean>;
  writing(): boolean | Promise<boolean>;
  editorRoot(element: Element): Element | null | undefined;
  editorTaker(element: Element): Element | null | undefined;
  inEditor(element: Element): boolean | Promise<boolean>;
  takesForEditor(element: Element): boolean | Promise<boolean>;
  matching(node: Node, selector: string): Looked<SelectorMatches>;
  matchingPath(node: Node, path: string): Looked<SelectorMatches>;
  placesInFrame(element: Element): RootPlace[] | Promise<RootPlace[]>;
  timeline(): Timeline | Promise<Timeline>;
  enterAndLook(...nodes: Node[]): Looked<LookFacts>;
  look(): Looked<LookFacts>;
}

interface NodeState {
  connected: boolean;
  frames: boolean;
  kind: string;
  boxed: boolean;
  boxless: boolean;
  visible: boolean;
  disabled: boolean;
  inert: boolean;
  pointerless: boolean;
  read_only: boolean;
  checked: string | null;
  custom: boolean;
  multiple: boolean;
  states: Record<string, string>;
  value: string | null;
  field: FieldFacts;
  text: string;
}

interface FieldFacts {
  kind: string;
  autocomplete: string;
  name: string;
  id: string;
  labels: string[];
  obscured: boolean;
  was_secret: boolean;
}

type Relation = "itself" | "inside" | "child" | "label" | "around" | "other";

type Change = "nothing" | "elsewhere" | "near";

/** Exactly one of these. */
interface ScrollAmount {
  pages?: number;
  pixels?: [number, number];
  percent?: number;
  across?: number;
}

interface ScrollPosition {
  left: number;
  top: number;
  most_left: number;
  most_top: number;
}

interface Scrolled {
  before: ScrollPosition;
  sent: ScrollPosition;
  after: ScrollPosition;
  page: boolean;
  itself: boolean;
  snaps: boolean;
  step: number;
}

interface Unseen {
  scrolled: number;
  box_scrolled: boolean;
  copied: boolean;
  text_selected: boolean;
  full_screen: boolean | null;
  pictures: string[];
}

interface Wheeled {
  came: boolean;
  reached: boolean;
  kept: boolean;
  scrolled: ScrolledBox[];
}

interface ScrolledBox extends ScrollPosition {
  page: boolean;
}

interface DragState {
  pressed: boolean;
  began: boolean;
  ended: boolean;
  effect: string | null;
  entered: boolean;
  dropped: DroppedOn | null;
  released: boolean;
}

type DroppedOn = "target" | "source" | "around" | "other";

interface TextWanted {
  phrase?: string;
  nth?: number;
  range?: [number, number];
  tree: boolean;
}

interface TextSelected {
  times: number;
  selected: string | null;
  meant: string | null;
  unsupported?: boolean;
  length?: number;
}

interface KeysHeard {
  keys: number;
  reached: boolean;
  plain: boolean;
  first: boolean;
}

interface ClipHeard {
  kind: string | null;
  own: boolean;
}

interface Clipping {
  text: string;
  html: string;
}

interface HeldFile {
  name: string;
  size: number;
}

interface FileInput {
  multiple: boolean;
  folder: boolean;
  accept: string;
}

interface FilesTaken {
  event: string | null;
  files: HeldFile[];
}

interface Written {
  value: string | null;
  heard: boolean;
  goes_on: boolean;
  kept: boolean;
  taken_over: boolean;
}

type Receives = "itself" | "elsewhere" | "nobody";

interface BoxRow {
  boxes: number;
  certain: boolean;
}

interface ActiveBox {
  at: number;
  full: boolean;
}

interface Caret {
  selected: boolean;
  formatted: number;
}

interface DropHeard {
  taken: boolean;
  files: HeldFile[] | null;
}

interface FormHeard {
  submitted: boolean;
  prevented: boolean;
  invalid: FormFlaw[];
}

interface FormFlaw {
  label: string;
  message: string;
  field: FieldFacts;
}

interface Dial {
  now: number | null;
  min: number | null;
  max: number | null;
  step: number | null;
  text: string | null;
}

interface FieldManner {
  role: string;
  list: boolean;
  opens: boolean;
  choosable: boolean;
  suggests: boolean;
  invalid: string | null;
}

interface Choice {
  label: string;
  value: string;
  group?: string;
  lines?: string;
  disabled: boolean;
  selected: boolean | null;
  listed?: boolean;
}

interface ListRoles {
  menu: boolean;
  several: boolean;
  told: boolean;
}

interface Beliefs {
  locale: string;
  locale_meant: string;
  zone: string;
  zone_meant: string;
  dark: boolean;
  reduced: boolean;
  fingers: number;
  agent: string;
  online: boolean;
}

interface Marked {
  changed: number;
  ours: number | null;
}

interface Tick {
  itself: boolean;
  hosts: boolean;
  mutations: number;
  animations: number;
}

interface ReadinessCounts {
  elements: number;
  height: number;
  text: number;
  drawn: boolean;
  busy: boolean;
  scripted: boolean;
  operable: boolean;
}

interface Timeline {
  age: number;
  first_paint: number | null;
  first_contentful_paint: number | null;
  largest_contentful_paint: number | null;
  dom_content_loaded: number | null;
  loaded: number | null;
  long_tasks: LongTaskTimes;
  long_frames: LongFrameTimes;
}

interface LongTaskTimes {
  count: number;
  total: number;
  longest: number;
}

interface LongFrameTimes {
  count: number;
  scripts: number;
  forced: number;
  rendering: number;
}

interface SelectorMatches {
  total: number;
  wrong: boolean;
}

interface RootPlace {
  css: string | null;
  xpath: string | null;
  pierced: boolean;
  closed: boolean;
}

interface LookFacts {
  lost: boolean;
  plain: boolean;
  facts: FieldFact[];
  origin?: string | null;
  focus: number | null;
  shown?: [number, number][];
  faded?: number[];
  lit?: number[];
  pointed?: number[];
  nested?: number[];
  inked?: boolean;
  wanted?: string[];
}

interface FieldFact {
  mixed?: boolean;
  invalid?: string | null;
  text?: string | null;
  files?: string[];
  was_secret?: boolean;
}

interface DelegatesFound {
  windows: string[] | null;
  events: string[][];
}

type AnnouncementEvent = TextGone | TextSaid;

interface TextGone {
  gone: number;
}

interface TextSaid {
  said: number;
  text: string;
  passing?: boolean;
  start?: boolean;
  content?: boolean;
  age?: number;
  role: string;
  classes: string[];
  colours: string[];
  invalid: boolean;
  assertive?: boolean;
  status_bar?: boolean;
}
