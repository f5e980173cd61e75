/** Where other apps share to; the manifest names it, the service worker answers. */
export const SHARE_ADDRESS = "/share-target";
