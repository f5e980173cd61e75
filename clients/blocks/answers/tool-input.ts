/** Returns the arguments of a call as people read them: a program as its lines, anything else as indented JSON. */
export function inputOf({ tool, arguments: given }: { tool: string; arguments: string }): string {
  if (tool !== "run_code") return pretty(given);
  try {
    const { code } = JSON.parse(given) as { code?: unknown };
    return typeof code === "string" ? code : pretty(given);
  } catch {
    return given;
  }
}

/** Indents JSON; returns anything else unchanged. */
export function pretty(code: string): string {
  try {
    return JSON.stringify(JSON.parse(code), null, 2);
  } catch {
    return code;
  }
}
