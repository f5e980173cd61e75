import { expect, test } from "vitest";
import { hostName, hostsIn, originOf } from "./hosts";

test("an origin is the one of an https address", () => {
  expect(originOf("https://api.example.com/v1?q=1")).toBe("https://api.example.com");
  for (const none of ["http://a.example", "data:text/plain,x", "inline", ""])
    expect(originOf(none)).toBeNull();
});

test("hosts are typed one a line, with or without https", () => {
  expect(hostsIn(" api.example.com\nhttps://b.example, c.example:8443\n\n")).toEqual([
    "https://api.example.com",
    "https://b.example",
    "https://c.example:8443",
  ]);
  // The server says what is wrong with it.
  expect(hostsIn("http://a.example")).toEqual(["http://a.example"]);
  expect(hostsIn(" \n")).toEqual([]);
  expect(hostName("https://c.example:8443")).toBe("c.example:8443");
});
