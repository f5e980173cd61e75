import english from "@ensemble/i18n/locales/en/images.json";
import { describe, expect, test } from "vitest";
import { areValid, initialValues, optionFault, type ToolOption, toolBody } from "./tool-options";
import { TOOL_GROUPS, TOOL_TABLE, toolAt, toolOf, toolsInGroup } from "./tool-table";

// spec §1 and §2: "/image-tools/* (the image tools listed in section 1, plus text-to-image, …)"
test.each([
  "background-removal",
  "text-removal",
  "upscale",
  "object-removal",
  "change-background",
  "erase-area",
  "sketch",
  "cartoon",
  "anime",
  "pixel-art",
  "avatar",
  "logo",
  "face-swap",
  "watermark-remover",
  "poster",
  "headshot",
  "text-to-image",
  "image-to-image",
  "video",
  "animate-picture",
  "enhancer",
  "extender",
  "wallpaper",
  "linkedin-photo",
  "illustration",
])("the tool %s of the specification has a page", (slug) => {
  expect(toolAt(slug)?.slug).toBe(slug);
});

test("no path leads to two tools, and no tool has two pages", () => {
  const paths = TOOL_TABLE.flatMap(({ slug, aliases = [] }) => [slug, ...aliases]);
  expect(new Set(paths).size).toBe(paths.length);
  const tools = TOOL_TABLE.flatMap(({ tool }) => tool ?? []);
  expect(new Set(tools).size).toBe(tools.length);
  expect(toolAt("remove-background")).toBe(toolOf("remove_background"));
  expect(toolAt("nothing")).toBeUndefined();
  expect(toolOf(null)).toBeUndefined();
});

test("each tool is in a group, and has its texts and those of its options", () => {
  expect(TOOL_GROUPS.flatMap(toolsInGroup)).toHaveLength(TOOL_TABLE.length);
  const texts: Record<string, string> = english;
  for (const { key, options } of TOOL_TABLE) {
    expect(texts[`tool.${key}`], key).toBeTruthy();
    expect(texts[`tool_hint.${key}`], key).toBeTruthy();
    for (const option of options) {
      expect(texts[`option.${option.name}`], option.name).toBeTruthy();
      if (option.kind !== "choice") continue;
      for (const value of option.values)
        expect(texts[`choice.${option.name}.${value}`], `${option.name} ${value}`).toBeTruthy();
    }
  }
});

describe("options", () => {
  test("the initial values of every tool without a required text are valid", () => {
    for (const { options } of TOOL_TABLE) {
      const needsText = options.some((option) => option.kind === "text" && option.required);
      expect(areValid(options, initialValues(options))).toBe(!needsText);
    }
  });

  const width: ToolOption = { kind: "pixels", name: "width", min: 100, max: 2048, initial: 512 };
  const edges: ToolOption = { kind: "edges", name: "edges", max: 50, initial: 20 };
  test.each<[ToolOption, Parameters<typeof optionFault>[1], ReturnType<typeof optionFault>]>([
    [{ kind: "text", name: "title", required: true }, "  ", "required"],
    [{ kind: "text", name: "title", required: true }, "Jazz", null],
    [{ kind: "text", name: "title", required: false }, "", null],
    [width, "99", "out_of_range"],
    [width, "2049", "out_of_range"],
    [width, "12.5", "out_of_range"],
    [width, "many", "out_of_range"],
    [width, "640", null],
    [edges, { left: 0, top: 0, right: 0, bottom: 0 }, "no_edge"],
    [edges, { left: 0, top: 0, right: 5, bottom: 0 }, null],
  ])("%j with %j is %s", (option, value, fault) => {
    expect(optionFault(option, value)).toBe(fault);
  });

  test.each([
    [
      "remove_background",
      {},
      { hasPicture: true, hasMask: true },
      { tool: "remove_background", has_mask: true },
    ],
    ["erase_area", {}, { hasPicture: true, hasMask: true }, { tool: "erase_area" }],
    ["resize", { width: "640" }, { hasPicture: true, hasMask: false }, { tool: "resize", width: 640 }],
    [
      "poster",
      { title: " Jazz ", palette: "berry" },
      { hasPicture: false, hasMask: false },
      {
        tool: "poster",
        title: "Jazz",
        subtitle: "",
        footer: "",
        palette: "berry",
        align: undefined,
        has_picture: false,
      },
    ],
  ])("%s is sent as the server takes it", (tool, values, pictures, body) => {
    const entry = toolOf(tool);
    if (!entry?.tool) throw new Error("unknown tool");
    expect(toolBody({ ...entry, tool: entry.tool }, values, pictures)).toEqual(body);
  });
});
