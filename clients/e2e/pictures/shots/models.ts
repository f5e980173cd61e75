import { type Shot, shown } from "./shot.ts";

/** Shots of connections. */
export const modelShots: Shot[] = [
  {
    name: "new-connection",
    at: "/settings/models",
    open: (stage) => stage.press("models", "add_connection"),
  },
  {
    name: "connection-failed",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "add_connection");
      await stage.fill("models", "address", "http://127.0.0.1:9/v1");
      await stage.press("models", "test");
      await shown(stage.dialog().getByRole("alert"));
    },
  },
  {
    name: "connection-menu",
    at: "/settings/models",
    open: (stage) => stage.press("models", "more_for", { name: "Fake" }),
  },
  {
    name: "stand-ins",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "more_for", { name: "Fake" });
      await stage.pick("models", "stand_ins");
    },
  },
  {
    name: "delete-connection",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "more_for", { name: "Fake" });
      await stage.pick("models", "delete");
    },
  },
];
