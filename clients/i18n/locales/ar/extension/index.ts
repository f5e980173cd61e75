/** Texts of every area in this catalog, as one file. */
export default Object.assign(
  {},
  ...Object.values(import.meta.glob<object>("./*.json", { eager: true, import: "default" })),
) as Record<string, string>;
