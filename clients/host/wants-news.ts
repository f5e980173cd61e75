/** Storage key of the notification setting in the desktop app: "no" or absent. */
export const WANTS_NEWS = "ensemble.desktop.news";
