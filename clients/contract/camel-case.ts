type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/**
 * Converts all keys of fetched JSON to camel case (spec section 7: plain fetches of remote JSON files).
 *
 * Only for foreign files; our own wire types stay snake_case everywhere.
 */
export function camelCaseKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [camelCase(key), camelCaseKeys(inner)]),
  );
}

/**
 * Converts `snake_case` to `snakeCase`. Leading and trailing underscores, and keys without one, stay
 * unchanged.
 */
export function camelCase(key: string): string {
  return key.replace(/(?<=[^_])_+([^_])/g, (_, next: string) => next.toUpperCase());
}
