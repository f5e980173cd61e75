/** Name of the browser's database of edited pictures. */
export const DATABASE = "ensemble-image-editor";

/**
 * Removes the edited pictures of everybody but `account`; of everybody if nobody is signed in. A device without any gets
 * no database by asking.
 */
export async function forgetEditedPictures(
  account: string | null,
  factory: IDBFactory = indexedDB,
): Promise<void> {
  if (!(await factory.databases()).some(({ name }) => name === DATABASE)) return;
  const { DocumentStorage } = await import("./document-storage");
  const storage = await DocumentStorage.open(factory);
  try {
    await storage.remove((key) => account === null || !key.startsWith(`${account}/`));
  } finally {
    storage.close();
  }
}
