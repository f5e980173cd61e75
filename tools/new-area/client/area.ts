import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "sample",
  texts: ["sample"],
  routes: [route("/home/sample", () => import("./SamplePage").then((file) => file.SamplePage))],
  refetch: ["sample"],
};
