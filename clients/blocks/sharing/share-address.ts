/** Path of the share target; named in the manifest and answered by the service worker. */
export const SHARE_ADDRESS = "/share-target";
