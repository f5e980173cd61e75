/** Returns the key, in the catalog of notifications, of what is said of a task in a state. */
export function taskText(state: string): "task_ready" | "task_waits" | "task_failed" {
  if (state === "succeeded") return "task_ready";
  return state === "paused" ? "task_waits" : "task_failed";
}
