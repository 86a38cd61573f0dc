import { remedyOf } from "../extensions.js";
import { toast } from "./toast.js";

/** Show an error; where a feature can resolve a refusal, show how. @param {unknown} error */
export function showError(error) {
  toast(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && "code" in error) void remedyOf(String(error.code))?.();
}
