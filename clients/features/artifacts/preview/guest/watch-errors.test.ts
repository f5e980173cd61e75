import { expect, test } from "vitest";
import { reportOf } from "./watch-errors";

const OWN = "https://ensemble.example";

test("images and connections that others serve over https can be allowed", () => {
  const network = { kind: "network", host: "https://api.example" };
  expect(reportOf("https://api.example/v1?q", "connect-src", OWN)).toEqual(network);
  expect(reportOf("https://api.example/a.png", "img-src", OWN)).toEqual(network);
});

test.each([
  ["https://cdn.example/a.js", "script-src-elem"],
  ["https://cdn.example/a.css", "style-src-elem"],
  ["http://api.example/v1", "connect-src"],
  [`${OWN}/logo.png`, "img-src"],
])("%s of %s stays blocked", (address, directive) => {
  expect(reportOf(address, directive, OWN)).toEqual({ kind: "blocked", address });
});
