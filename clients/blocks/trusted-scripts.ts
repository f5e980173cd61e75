/** The service worker, at the root so that it sees every page. */
export const SERVICE_WORKER = "/sw.js";
/** Path of the built `pdf/pdf-worker.ts`. */
const PDF_WORKER = /^\/assets\/pdf-worker-[\w-]+\.js$/;

/** A page may run these scripts as workers, and no others (Trusted Types). There is one policy of a name. */
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

export const isOurs = (url: string): boolean => url === SERVICE_WORKER || PDF_WORKER.test(url);

/** The address of a script of ours, in the form in which the browser runs it. */
export const trustedScript = (url: string): string => policy?.createScriptURL(url) ?? url;
