/** What a browser may refuse or lack: storage that is blocked or full, and service workers. Nothing here throws. */

/** JSON in the browser's storage. What it does not take is kept in memory, for as long as the page is open. */
class Keeping {
  /** @type {Map<string, string>} */
  #memory = new Map();

  /** @param {() => Storage} storage asked anew each time: the very access may throw */
  constructor(storage) {
    this.storage = storage;
  }

  /** The text under a key; null: there is none. @param {string} key @returns {string | null} */
  text(key) {
    const remembered = this.#memory.get(key);
    if (remembered !== undefined) return remembered || null;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  /** The value under a key; null: there is none, or it is something foreign. @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(this.text(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Keep a value; null removes it. Gives whether it outlives the page. @param {string} key @param {any} value */
  set(key, value) {
    try {
      if (value === null) this.storage().removeItem(key);
      else this.storage().setItem(key, JSON.stringify(value));
      this.#memory.delete(key);
      return true;
    } catch {
      this.#memory.set(key, value === null ? "" : JSON.stringify(value));
      return false;
    }
  }
}

/** For all pages of this service in the browser. */
export const lasting = new Keeping(() => localStorage);
/** For this tab. */
export const inThisTab = new Keeping(() => sessionStorage);

/** The service workers of this page; undefined: it can have none. In a frame without an origin the very question throws. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** What this page may show outside of itself. @returns {NotificationPermission | "none"} */
export function notificationPermission() {
  try {
    return Notification.permission;
  } catch {
    return "none";
  }
}

/** Ask whether notifications may be shown. @returns {Promise<NotificationPermission>} */
export async function askForNotifications() {
  try {
    return await Notification.requestPermission();
  } catch {
    return "denied";
  }
}
