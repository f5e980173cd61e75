import { expect, test } from "vitest";
import { deviceName } from "./device-name";

test("the extension is named after its browser and system", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";
  expect(deviceName(chrome)).toBe("Chrome extension on Linux");
  expect(deviceName(`${chrome} Edg/156.0`)).toBe("Edge extension on Linux");
  const firefox = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:153.0) Gecko/20100101 Firefox/153.0";
  expect(deviceName(firefox)).toBe("Firefox extension on macOS");
  expect(deviceName("")).toBe("Browser extension");
});
