/** What can go wrong with rated matches is told with the way to mend it. */

import { toast } from "./toast.js";

/** Tell what went wrong; whose identity could not be got back is shown how it can be. @param {unknown} error */
export function failed(error) {
  toast(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && "code" in error && error.code === "not_kept")
    void import("../identity/devices.js").then(({ showDevices }) => showDevices());
}
