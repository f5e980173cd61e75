/** An artifact of which no file can be made, with the reason in its message. */
export class NotExported extends Error {}
