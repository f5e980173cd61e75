/** Query keys of what several areas show; they are refetched in every shell. */
export const SHARED_KEYS = ["models", "usage", "notice"] as const;
