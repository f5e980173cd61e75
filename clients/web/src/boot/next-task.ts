/** Resolves in a task of its own, so that the browser can paint and react between two long steps. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));
