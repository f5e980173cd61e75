import clsx from "clsx";
import * as React from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as ReactDom from "react-dom";
import * as client from "react-dom/client";

// The modules of React for artifacts, as their frame loads them.
globalThis.artifactModules = {
  ...globalThis.artifactModules,
  react: React,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": ReactDom,
  "react-dom/client": client,
  clsx: { __esModule: true, default: clsx, clsx },
};
