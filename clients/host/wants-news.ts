/** Where a window of the desktop app keeps whether its person wants to be told: "no", or nothing. */
export const WANTS_NEWS = "ensemble.desktop.news";
