/**
 * Browser features that may be refused or missing: storage that is blocked or full, and service workers. Never throws.
 */

/** JSON in the browser's storage. A value that it refuses is kept in memory, for the lifetime of the page. */
class Keeping {
  /** @type {Map<string, string>} */
  #memory = new Map();

  /** @param {() => Storage} storage asked anew each time: the very access may throw */
  constructor(storage) {
    this.storage = storage;
  }

  /** The text under a key, or null. @param {string} key @returns {string | null} */
  text(key) {
    const remembered = this.#memory.get(key);
    if (remembered !== undefined) return remembered || null;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  /** The value under a key; null if missing or malformed. @param {string} key @returns {any} */
  get(key) {
    try {
      return JSON.parse(this.text(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Store a value; null removes it. Returns whether it outlives the page. @param {string} key @param {any} value */
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

/** The service workers of this page, or undefined. In a frame without an origin the property access throws. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** The permission to show notifications. @returns {NotificationPermission | "none"} */
export function notificationPermission() {
  try {
    return Notification.permission;
  } catch {
    return "none";
  }
}

/** Ask for permission to show notifications. @returns {Promise<NotificationPermission>} */
export async function askForNotifications() {
  try {
    return await Notification.requestPermission();
  } catch {
    return "denied";
  }
}
