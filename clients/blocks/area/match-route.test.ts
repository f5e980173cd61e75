import { expect, test } from "vitest";
import { matchRoute } from "./match-route";
import { route } from "./route";

const page = async () => () => null;

test("the props of a page are the parameters of its path and the search it declares", () => {
  const chat = route("/home/chat/$name/$uid", page, { search: ["q"] });
  expect(matchRoute(chat, "/home/chat/a%20b/7?q=x&other=y#m")).toEqual({ name: "a b", uid: "7", q: "x" });
  expect(matchRoute(chat, "/home/chat/7")).toBeNull();
  expect(matchRoute(chat, "/home/chat/a/7/8")).toBeNull();
  expect(matchRoute(route("/", page), "/")).toEqual({});
});

test("an optional parameter may be absent, and a pattern limits the path", () => {
  const research = route("/home/research/{-$uid}", page);
  expect(matchRoute(research, "/home/research")).toEqual({});
  expect(matchRoute(research, "/home/research/7")).toEqual({ uid: "7" });
  const bot = route("/bots/$uid", page, { only: /^\/bots\/(?!create$)/ });
  expect(matchRoute(bot, "/bots/7")).toEqual({ uid: "7" });
  expect(matchRoute(bot, "/bots/create")).toBeNull();
});
