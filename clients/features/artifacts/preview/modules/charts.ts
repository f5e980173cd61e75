import * as recharts from "recharts";

// Built without React, which is a library of its own (`clients/web/build/artifact-modules.ts`).
globalThis.artifactModules = { ...globalThis.artifactModules, recharts };
