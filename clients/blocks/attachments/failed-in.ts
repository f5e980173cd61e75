/** Codes of errors that occur after the upload, while the file is parsed. */
const READING: ReadonlySet<string> = new Set([
  "files.parse_failed",
  "files.encrypted",
  "files.no_text",
  "files.text_too_long",
]);

/** Returns the phase in which a file failed: during upload or while it was parsed. */
export const failedIn = (code: string): "reading" | "sending" => (READING.has(code) ? "reading" : "sending");
