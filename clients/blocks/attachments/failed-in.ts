/** What stands against a file that has arrived, and could not be read. */
const READING: ReadonlySet<string> = new Set([
  "files.parse_failed",
  "files.encrypted",
  "files.no_text",
  "files.text_too_long",
]);

/** Where a file failed: on its way, or when it was read. */
export const failedIn = (code: string): "reading" | "sending" => (READING.has(code) ? "reading" : "sending");
