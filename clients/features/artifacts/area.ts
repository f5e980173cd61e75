import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Shapes } from "lucide-react";
import { ARTIFACT_PLACES } from "./places";

export const area: Area = {
  name: "artifacts",
  texts: ["artifacts", "chat"],
  routes: [
    route("/artifacts", () => import("./gallery/ArtifactsPage").then((file) => file.ArtifactsPage)),
    route("/artifacts/gallery", () => import("./gallery/GalleryPage").then((file) => file.GalleryPage)),
    route("/artifacts/$uid", () => import("./gallery/ArtifactScreen").then((file) => file.ArtifactScreen), {
      immersive: true,
    }),
    route(
      "/share/artifact/preview",
      () => import("./published/PublishedPreview").then((file) => file.PublishedPreview),
      { layout: "public", search: ["id"] },
    ),
  ],
  navigation: {
    key: "artifacts",
    group: "tools",
    to: "/artifacts",
    label: "artifacts",
    icon: Shapes,
    order: 62,
  },
  composer: [
    {
      id: "artifacts.chat",
      slot: "foot",
      texts: ["artifacts"],
      load: () => import("./live/ChatArtifacts").then((file) => file.ChatArtifacts),
    },
  ],
  fence: [
    {
      id: "artifacts.card",
      mark: 'artifact="',
      load: () => import("./live/ArtifactCard").then((file) => file.ArtifactCard),
    },
  ],
  beside: [
    {
      id: "artifacts.panel",
      load: () => import("./live/ArtifactPanel").then((file) => file.ArtifactPanel),
    },
  ],
  sharedPages: {
    artifact: {
      content: () => import("./published/PublishedView").then((file) => file.PublishedView),
      copy: { path: ARTIFACT_PLACES.artifact, refetch: "artifacts" },
    },
  },
  refetch: ["artifacts"],
};
