import { createContext } from "react";

/** True where images that the person has uploaded are shown in a text; a model's text names no file of theirs. */
export const OwnImages = createContext(false);

/** Matches the path of a file's content (`fileContentPath`). */
const CONTENT = /^\/api\/documents\/files\/[0-9a-f-]{36}\/content$/;

/** Returns the path of an uploaded image; null: the image is elsewhere, and not loaded without being asked for. */
export const ownImage = (address: string): string | null => (CONTENT.test(address) ? address : null);
