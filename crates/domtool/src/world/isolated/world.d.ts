// What the parts have in common besides their names, and the types of the reader of nodes (`dom.js`).

/** Gives functions to Rust, which calls them by the names of its table. */
declare function give(calls: Partial<Calls>): void;
/** What ends this world where another takes its place. */
declare const leaving: (() => void)[];
/** A look into the document: facts as JSON, and elements; null for nothing to tell. */
type Looked<Facts> = [facts: string, ...elements: (Element | null)[]] | null;

/** What may be missing. */
type Maybe<T> = T | null | undefined;
/** Where changes are heard of, and where a node's ids and forms are. */
type Root = Document | ShadowRoot;

/** The interfaces that have what the reader reads; of two that have one name, the first says its type. */
type Kinds = [
  HTMLInputElement,
  HTMLSelectElement,
  HTMLIFrameElement,
  HTMLOptionElement,
  HTMLLabelElement,
  HTMLSlotElement,
  HTMLDialogElement,
  Document,
  ShadowRoot,
  Text,
];
type MemberOf<Name, List> = List extends [infer Kind, ...infer Rest]
  ? Name extends keyof Kind
    ? Kind[Name]
    : MemberOf<Name, Rest>
  : never;

/** A getter. A node of a kind that lacks the property reads as undefined too; that is for the caller to know, not for its type. */
interface Getter<Value> {
  (node: object): Value;
  (node: Maybe<object>): Value | undefined;
}
/** A method, called the same way. */
interface Method<Function> {
  (node: object, ...args: ArgumentsOf<Function>): AnswerOf<Function>;
  (node: Maybe<object>, ...args: ArgumentsOf<Function>): AnswerOf<Function> | undefined;
}
type ArgumentsOf<Function> = Function extends (...args: infer Arguments) => unknown ? Arguments : never;
type AnswerOf<Function> = Function extends (...args: never) => infer Answer ? Answer : never;

type Properties = { [Name in (typeof PROPERTIES)[number]]: Getter<MemberOf<Name, Kinds>> };
type Methods = { [Name in (typeof METHODS)[number]]: Method<MemberOf<Name, Kinds>> };

/** Where the types of the browser do not say it, or say it of another thing of that name. */
interface Odd {
  addEventListener: ListenerMethod<AddEventListenerOptions>;
  removeEventListener: ListenerMethod<EventListenerOptions>;
  assignedNodes: Method<(options?: AssignedNodesOptions) => Node[]>;
  body: Getter<HTMLElement | null>;
  children: Getter<Iterable<Element> & HTMLCollection>;
  currentTime: Getter<number | null>;
  dispatchEvent: Method<(event: Event) => boolean>;
  elements: Getter<HTMLFormControlsCollection>;
  getAnimations: Method<() => PageAnimation[]>;
  getRootNode: Method<() => Root>;
  readyState: Getter<DocumentReadyState>;
  prerendering: Getter<boolean>;
  parentNode: Getter<Node | null>;
  scrollTo: Method<(options: ScrollToOptions) => void>;
  can(node: object, name: string): boolean;
  host(node: Maybe<object>): Element | undefined;
  requestSubmit: Method<() => void>;
  set(node: object, name: string, value: unknown): void;
}
/** An animation of the page's, whose times are never those of a scroll. */
type PageAnimation = Animation & { startTime: number | null; transitionProperty?: string; effect: KeyframeEffect | null };
/** Which events a type of listener gets is not checked. */
type ListenerMethod<Options> = (target: object, type: string, listener: (event: any) => unknown, options?: Options) => void;

type Dom = Omit<Properties & Methods, keyof Odd> & Odd;

interface Array<T> {
  /** What is nothing falls out, from the type too. */
  filter(predicate: BooleanConstructor): Exclude<T, null | undefined | "">[];
}
interface CSSStyleDeclaration {
  webkitTextSecurity?: string;
}

/** A point in CSS pixels. */
type Spot = [x: number, y: number];
/** An element's box, and how far it goes in a millisecond, in CSS pixels. */
type Motion = [x: number, y: number, width: number, height: number, right: number, down: number];
/** An element, and the hosts of the closed shadow roots that it is in, the outermost first. */
interface Watched {
  element: Element;
  hosts: Element[];
}
/** What came of a drag in one frame. */
interface DragMove {
  source?: Watched;
  target?: Watched;
  pressed?: boolean;
  start?: DragEvent;
  ended?: boolean;
  effect?: string;
  entered?: boolean;
  dropped?: DroppedOn;
  released?: boolean;
}
/** Where a dragged element was, and whether it ever left there. */
interface DragPlace {
  element: Element;
  parent: Node | null;
  next: Element | null;
  x: number;
  y: number;
  left: boolean;
}
/** What arrived at an element. */
interface ArrivalProof {
  watched: Watched;
  labels: Element[];
  /** How often each type of event. */
  seen: Map<string, number>;
  presses: Event[];
  /** Ends of touches. */
  ends: Event[];
  elsewhere: { type: string; path: EventTarget[] }[];
  wake: () => void;
}
/** A turn of the wheel, and what may scroll by it, with where it was. */
interface WheelTurn {
  watched: Watched | null;
  came: Event[];
  reached: boolean;
  boxes: Map<Element, ScrollPosition | null>;
}
/** A text that may go by itself. */
interface Fleeting {
  node: Node;
  text: string;
  at: number;
  /** Since when it can be seen; 0 for not yet. */
  seen: number;
}
/** What changes in place. */
interface Changing {
  element: Element;
  /** The attribute; nothing for the text. */
  aspect: string;
  first: string;
  latest: string;
  at: number;
  told: number;
  /** Its colours meanwhile. */
  look: string;
  /** When it went back; 0 for not yet. */
  back: number;
  /** It came by itself, long after a press. */
  alone: boolean;
}
/** A frame that took long to be made. The types of the browser do not know it yet. */
interface LongFrame extends PerformanceEntry {
  /** 0 where nothing was rendered. */
  renderStart: number;
  scripts: { duration: number; forcedStyleAndLayoutDuration: number }[];
}
