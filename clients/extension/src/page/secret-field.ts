/** Names that mark a field as secret, whatever its type; such fields are never read (security EX3). */
const SECRET =
  /pass|secret|token|key(?!word)|card|cc-|cv[cv]|iban|account|\bpin\b|otp|one-time|code|captcha|ssn|tax|密码|验证码|卡号|مرور|بطاقة/i;

/** Stricter patterns for multi-line fields, which may contain notes on anything. */
const SECRET_PROSE =
  /passw|passphrase|(api|private|secret).?key|token|card.?number|cc-|one-time|iban|captcha|(recovery|seed).?(phrase|code)|密码|验证码|مرور/i;

/** Returns a field's names, both visible and technical. */
export function namesOf(field: HTMLElement): string[] {
  const names = ["name", "id", "autocomplete", "aria-label", "placeholder"];
  const labels = "labels" in field ? [...((field as HTMLInputElement).labels ?? [])] : [];
  return [...names.map((name) => field.getAttribute(name)), ...labels.map((label) => label.textContent)].map(
    (said) => said ?? "",
  );
}

/** Returns true if a field is for secrets. The extension never reads such fields. */
export function isSecret(field: HTMLElement): boolean {
  const isLine = field instanceof HTMLInputElement;
  if (isLine && field.type === "password") return true;
  // Next to a password, one-line fields identify its owner.
  if (isLine && field.closest("form")?.querySelector("input[type=password]")) return true;
  // For prose, words such as "account" around it mean nothing.
  const pattern = isLine ? SECRET : SECRET_PROSE;
  return namesOf(field).some((name) => pattern.test(name));
}
