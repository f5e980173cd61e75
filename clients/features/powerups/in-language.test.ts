import { expect, test } from "vitest";
import { EMPTY_DEFINITION } from "./form/empty-definition";
import { inLanguage, parameterTexts } from "./in-language";
import type { Definition } from "./operations";

const definition: Definition = {
  ...EMPTY_DEFINITION,
  name: "Explain",
  description: "For all",
  language: "en",
  parameters: [
    { kind: "single_choice", field: "tone", label: "Tone", required: true, default: [], options: ["Dry"] },
  ],
  translations: [
    {
      language: "ar",
      name: "اشرح",
      description: "للجميع",
      parameters: [{ label: "النبرة", options: ["جاف"] }],
    },
  ],
};

test("texts are in the reader's language where they are translated", () => {
  expect(inLanguage(definition, "ar").name).toBe("اشرح");
  expect(inLanguage(definition, "ar-EG").description).toBe("للجميع");
  expect(inLanguage(definition, "en-GB").name).toBe("Explain");
  expect(inLanguage(definition, "zh-CN").name).toBe("Explain");
  expect(parameterTexts(definition, 0, "ar")).toEqual({ label: "النبرة", options: ["جاف"] });
  expect(parameterTexts(definition, 0, "zh-CN")).toEqual({ label: "Tone", options: ["Dry"] });
});
