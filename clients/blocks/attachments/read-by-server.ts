import { api } from "@ensemble/contract/api";
import { fileContentPath } from "@ensemble/contract/send-chunk";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { pictureName } from "../images/picture-name";

/** Formats that not every browser draws, and the server reads. */
const READ_BY_SERVER = /\.(?:heic|heif|avif)$/i;

/** Returns true if the server can turn a file into a picture that every browser draws. */
export const canReadByServer = ({ name }: { name: string }): boolean => READ_BY_SERVER.test(name);

/**
 * Returns a picture as the server turned it into a JPEG or PNG; the upload for this is removed by the server's
 * upkeep. Throws what the server says where it cannot be read.
 */
export async function readByServer(file: File): Promise<File> {
  const id = uuidV7();
  await api.putBytes(`/api/images/files/${id}?name=${encodeURIComponent(file.name)}`, file);
  const { content } = await api.getFile(fileContentPath(id));
  const ending = content.type === "image/png" ? "png" : "jpg";
  return new File([content], pictureName(file.name, ending), {
    type: content.type,
  });
}
