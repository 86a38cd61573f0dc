import { remedyOf } from "../extensions.js";
import { toast } from "./toast.js";

/** Show what went wrong; where a feature can mend a refusal, show how. @param {unknown} error */
export function showError(error) {
  toast(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && "code" in error) void remedyOf(String(error.code))?.();
}
