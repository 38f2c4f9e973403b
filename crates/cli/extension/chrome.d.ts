// What the extension uses of the browser's interface for extensions.

declare namespace chrome {
  export interface Heard<F> {
    addListener(listener: F): void;
  }
  export namespace tabs {
    interface Tab {
      id?: number;
      title?: string;
      url?: string;
    }
    function query(which: object): Promise<Tab[]>;
    function get(tab: number): Promise<Tab>;
    function create(tab: { url: string; active: boolean }): Promise<Tab>;
    function remove(tab: number): Promise<void>;
    const onUpdated: Heard<(tab: number, change: { title?: string; url?: string }) => void>;
    const onRemoved: Heard<(tab: number) => void>;
  }
  namespace debugger_ {
    interface Debuggee {
      tabId?: number;
      sessionId?: string;
    }
    interface Target {
      id: string;
      tabId?: number;
      title: string;
      url: string;
    }
    function attach(to: Debuggee, version: string): Promise<void>;
    function detach(from: Debuggee): Promise<void>;
    function sendCommand(to: Debuggee, method: string, params?: object): Promise<object | undefined>;
    function getTargets(): Promise<Target[]>;
    const onEvent: Heard<(from: Debuggee, method: string, params?: object) => void>;
    const onDetach: Heard<(from: Debuggee, reason: string) => void>;
  }
  export { debugger_ as debugger };
  export namespace storage {
    interface Area {
      get(names: string | string[]): Promise<Record<string, any>>;
      set(values: object): Promise<void>;
      remove(name: string): Promise<void>;
    }
    const local: Area;
    const session: Area;
    const onChanged: Heard<() => void>;
  }
  export namespace action {
    const onClicked: Heard<(tab: tabs.Tab) => void>;
    function setBadgeText(text: { tabId: number; text: string }): Promise<void>;
    function setBadgeBackgroundColor(color: { tabId: number; color: string }): Promise<void>;
    function setTitle(title: { tabId: number; title: string }): Promise<void>;
    function setPopup(popup: { tabId: number; popup: string }): Promise<void>;
  }
  export namespace alarms {
    function create(name: string, when: { periodInMinutes: number }): Promise<void>;
    function clear(name: string): Promise<boolean>;
    const onAlarm: Heard<() => void>;
  }
  export namespace webNavigation {
    const onCreatedNavigationTarget: Heard<(made: { sourceTabId: number; tabId: number }) => void>;
  }
  export namespace runtime {
    function sendMessage(message: object): Promise<unknown>;
    function getURL(path: string): string;
    const onMessage: Heard<(message: any, sender: { tab?: tabs.Tab }) => void>;
    const onStartup: Heard<() => void>;
  }
}
