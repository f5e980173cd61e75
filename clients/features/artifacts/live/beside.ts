/** Windows in which a chat and an artifact have room beside each other. */
export const BESIDE = "(width >= 80rem)";
