// Knows what the commands of a tab hold down there, so that it is released when the person takes the tab back.
//
// Whoever pressed it may be gone by then, so this is the one thing that the extension knows of what it carries.

/** @typedef {{ method: string, params: Record<string, unknown>, session?: string }} Command */

export class Pressed {
  /** What would release what is held, by what is held. @type {Map<string, Command>} */
  #held = new Map();
  #changed;

  /** @param {() => void} changed Called when something went down or up. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Notes a command that goes to the tab. @param {Command} command */
  note(command) {
    const before = [...this.#held.keys()].join();
    this.#take(command);
    if ([...this.#held.keys()].join() !== before) this.#changed();
  }

  /** @param {Command} command */
  #take({ method, params, session }) {
    const of = (/** @type {unknown} */ what) => `${method} ${session ?? ""} ${what}`;
    const release = (/** @type {Record<string, unknown>} */ release) => ({ method, params: release, session });
    switch (`${method} ${params.type}`) {
      case "Input.dispatchMouseEvent mousePressed":
        // Outside of the page, so that it is no click.
        this.#held.set(
          of(params.button),
          release({ type: "mouseReleased", button: params.button, buttons: 0, x: -1, y: -1, clickCount: 0 }),
        );
        break;
      case "Input.dispatchMouseEvent mouseReleased":
        this.#held.delete(of(params.button));
        break;
      case "Input.dispatchKeyEvent keyDown":
      case "Input.dispatchKeyEvent rawKeyDown":
        this.#held.set(of(params.code), release({ ...params, type: "keyUp", text: "", modifiers: 0, commands: [] }));
        break;
      case "Input.dispatchKeyEvent keyUp":
        this.#held.delete(of(params.code));
        break;
      case "Input.dispatchTouchEvent touchStart":
        this.#held.set(of("touch"), release({ type: "touchCancel", touchPoints: [] }));
        break;
      case "Input.dispatchTouchEvent touchEnd":
      case "Input.dispatchTouchEvent touchCancel":
        this.#held.delete(of("touch"));
        break;
      case "Input.dispatchDragEvent dragEnter":
        this.#held.set(of("drag"), release({ ...params, type: "dragCancel" }));
        break;
      case "Input.dispatchDragEvent drop":
      case "Input.dispatchDragEvent dragCancel":
        this.#held.delete(of("drag"));
        break;
    }
  }

  /** The commands that release all, the last one that was pressed first. */
  releases() {
    return [...this.#held.values()].reverse();
  }
}
