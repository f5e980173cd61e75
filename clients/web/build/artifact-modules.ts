import type { Plugin } from "vite";

/** Modules that all libraries of artifacts share: two copies of React do not work together. */
const SHARED = new Set(["react", "react/jsx-runtime", "react-dom", "react-dom/client"]);

/** Importers that bring React themselves. */
const BRINGS_REACT =
  /(?:[\\/]artifacts[\\/]preview[\\/]modules[\\/]react\.ts|[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/])/;

const PREFIX = "\0artifact-module:";

/** Leaves React out of the libraries of artifacts (`clients/features/artifacts/preview/modules`): the frame has it already. */
export const artifactModules = (): Plugin => ({
  name: "artifact-modules",
  enforce: "pre",
  resolveId: (id, importer) =>
    SHARED.has(id) && importer !== undefined && !BRINGS_REACT.test(importer) ? PREFIX + id : null,
  load: (id) =>
    id.startsWith(PREFIX)
      ? `module.exports = globalThis.artifactModules[${JSON.stringify(id.slice(PREFIX.length))}];`
      : null,
});
