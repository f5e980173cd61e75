/** What is a secret by its name, whatever the type of its field: it is never looked at (security EX3). */
const SECRET =
  /pass|secret|token|key(?!word)|card|cc-|cv[cv]|iban|account|\bpin\b|otp|one-time|code|captcha|ssn|tax|密码|验证码|卡号|مرور|بطاقة/i;

/** In a field of several lines there may be notes on anything; only what is surely a secret is left alone. */
const SECRET_PROSE =
  /passw|passphrase|(api|private|secret).?key|token|card.?number|cc-|one-time|iban|captcha|(recovery|seed).?(phrase|code)|密码|验证码|مرور/i;

/** What a page calls a field, to people and to programs. */
export function namesOf(field: HTMLElement): string[] {
  const names = ["name", "id", "autocomplete", "aria-label", "placeholder"];
  const labels = "labels" in field ? [...((field as HTMLInputElement).labels ?? [])] : [];
  return [...names.map((name) => field.getAttribute(name)), ...labels.map((label) => label.textContent)].map(
    (said) => said ?? "",
  );
}

/** Whether a field is for secrets: its text is nobody's but its owner's, and nothing of ours ever reads it. */
export function isSecret(field: HTMLElement): boolean {
  const isLine = field instanceof HTMLInputElement;
  if (isLine && field.type === "password") return true;
  // Beside a password, one-line fields say who it is of.
  if (isLine && field.closest("form")?.querySelector("input[type=password]")) return true;
  // For prose, words such as "account" in its surroundings say nothing.
  const pattern = isLine ? SECRET : SECRET_PROSE;
  return namesOf(field).some((name) => pattern.test(name));
}
