import { mergeParts } from "../../../merge-parts";

export default mergeParts(import.meta.glob("./*.json", { eager: true, import: "default" }));
