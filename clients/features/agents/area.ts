import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Waypoints } from "lucide-react";
import { taskPath } from "./places";

export const area: Area = {
  name: "agents",
  texts: ["agents", "chat", "questions"],
  routes: [
    route("/ai-agent", () => import("./AgentsPage").then((file) => file.AgentsPage)),
    route("/ai-agent/$name/$uid", () => import("./AgentScreen").then((file) => file.AgentScreen), {
      search: ["task"],
    }),
  ],
  navigation: {
    key: "agents",
    group: "tools",
    to: "/ai-agent",
    label: "agents",
    icon: Waypoints,
    order: 61,
  },
  sharedPages: {
    agent: {
      content: () => import("./SharedAgentView").then((file) => file.SharedAgentView),
      copy: { path: taskPath, refetch: "agent" },
    },
  },
  refetch: ["agents", "agent"],
};
