/** An option of a tool; its name in the texts is `option.<name>`. */
export type ToolOption =
  | { kind: "choice"; name: ChoiceName; values: readonly (string | number)[] }
  | { kind: "number"; name: NumberName; min: number; max: number; step: number; initial: number }
  | { kind: "pixels"; name: "width" | "height"; min: number; max: number; initial: number }
  | { kind: "text"; name: TextName; required: boolean }
  | { kind: "color"; name: "background"; initial: string }
  | { kind: "switch"; name: "is_colored" | "is_svg" }
  /** A color, the blurred picture itself, or a second picture. */
  | { kind: "background"; name: "background" }
  /** Lengths at the four sides, in percent. */
  | { kind: "edges"; name: "edges"; max: number; initial: number };

type ChoiceName =
  | "factor"
  | "fill"
  | "motion"
  | "palette"
  | "shape"
  | "align"
  | "pattern"
  | "format"
  | "quarters"
  | "direction";
type NumberName = "strength" | "detail" | "radius" | "side" | "colors" | "levels" | "quality";
type TextName = "title" | "subtitle" | "footer" | "name" | "tagline" | "text";

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Background = { kind: "color"; color: string } | { kind: "blur" } | { kind: "picture" };

export type OptionValue = string | number | boolean | Edges | Background;
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Returns the initial values of options. */
export const initialValues = (options: readonly ToolOption[]): OptionValues =>
  Object.fromEntries(options.map((option) => [option.name, initialOf(option)]));

function initialOf(option: ToolOption): OptionValue {
  switch (option.kind) {
    case "choice":
      return option.values[0] ?? "";
    case "text":
      return "";
    case "switch":
      return false;
    case "background":
      return { kind: "color", color: "#ffffff" };
    case "edges":
      return { left: option.initial, top: option.initial, right: option.initial, bottom: option.initial };
    default:
      return option.initial;
  }
}

/** Reason why an option has an invalid value. */
export type OptionFault = "required" | "out_of_range" | "no_edge";

/** Returns the reason why a value is refused; null: it is not. */
export function optionFault(option: ToolOption, value: OptionValue | undefined): OptionFault | null {
  switch (option.kind) {
    case "text":
      return option.required && String(value ?? "").trim() === "" ? "required" : null;
    case "pixels": {
      const pixels = Number(value);
      const isWithin = Number.isInteger(pixels) && pixels >= option.min && pixels <= option.max;
      return isWithin ? null : "out_of_range";
    }
    case "edges":
      return Object.values(value as Edges).some((edge) => edge > 0) ? null : "no_edge";
    default:
      return null;
  }
}

/** Returns true if all options can be sent. */
export const areValid = (options: readonly ToolOption[], values: OptionValues): boolean =>
  options.every((option) => optionFault(option, values[option.name]) === null);

/** Pictures of a tool's request besides its options. */
export interface ToolPictures {
  hasPicture: boolean;
  hasMask: boolean;
}

/** Returns a tool with its options as the server takes it. */
export function toolBody(
  entry: { tool: string; picture: string; mask: string; options: readonly ToolOption[] },
  values: OptionValues,
  { hasPicture, hasMask }: ToolPictures,
): { tool: string; [option: string]: unknown } {
  const sent = entry.options.map(({ name, kind }) => {
    const value = values[name];
    return [name, kind === "text" ? String(value ?? "").trim() : kind === "pixels" ? Number(value) : value];
  });
  return {
    tool: entry.tool,
    ...Object.fromEntries(sent),
    ...(entry.mask === "optional" ? { has_mask: hasMask } : {}),
    ...(entry.picture === "optional" ? { has_picture: hasPicture } : {}),
  };
}
