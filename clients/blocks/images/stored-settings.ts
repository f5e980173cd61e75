/**
 * Reads settings of a form as they were stored, whatever an earlier version wrote: values of another type become
 * the initial ones.
 *
 * @param numbers names of the settings that are a number or null; the other nullable ones are texts
 */
export function readStoredSettings<Settings extends object>(
  stored: string | null,
  initial: Settings,
  numbers: readonly (keyof Settings & string)[],
): Settings {
  const fits = (value: unknown, name: string, from: unknown) =>
    from === null
      ? value === null || typeof value === (numbers.some((one) => one === name) ? "number" : "string")
      : typeof value === typeof from;
  try {
    const known: unknown = JSON.parse(stored ?? "null");
    if (typeof known !== "object" || known === null) return initial;
    const entries = Object.entries(initial).map(([name, from]) => {
      const value = (known as Record<string, unknown>)[name];
      return [name, fits(value, name, from) ? value : from];
    });
    return Object.fromEntries(entries) as Settings;
  } catch {
    return initial;
  }
}
