import { onServer, pathOnServer } from "@ensemble/contract/base-path";

/** Path of the service worker, at the root so that it controls every page. */
export const SERVICE_WORKER = "/sw.js";
/** Paths of the service worker, of the built `pdf/pdf-worker.ts` and of the image editor's `flood-fill-worker.ts`. */
const OURS = /^\/(?:sw|assets\/(?:pdf|flood-fill)-worker-[\w-]+)\.js$/;

/** Trusted Types policy for the scripts that a page may run as workers. A policy name can be used once. */
const policy = (
  globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
  }
).trustedTypes?.createPolicy("app", {
  createScriptURL: (url: string) => {
    if (!isOurs(url)) throw new TypeError(`${url} is no script of ours`);
    return url;
  },
});

export const isOurs = (url: string): boolean => url.startsWith(onServer("/")) && OURS.test(pathOnServer(url));

/** Returns the trusted address of one of our scripts. */
export const trustedScript = (url: string): string => policy?.createScriptURL(url) ?? url;
