import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderIn } from "./testing";
import { withSuccessToast } from "./with-success-toast";

const say = vi.fn<(name: string) => void>();
let left = ["tides"];

function Row({ name }: { name: string }) {
  const client = useQueryClient();
  const options = {
    mutationFn: async (gone: string) => {
      left = left.filter((one) => one !== gone);
      // The hint about it arrives separately, and before the response.
      await client.refetchQueries({ queryKey: ["rows"] });
      await vi.waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    },
  };
  const remove = useMutation(withSuccessToast(options, (_, gone) => say(gone)));
  return (
    <button type="button" onClick={() => remove.mutate(name)}>
      {name}
    </button>
  );
}

function Rows() {
  const { data = [] } = useQuery({ queryKey: ["rows"], queryFn: () => left });
  return data.map((name) => <Row key={name} name={name} />);
}

test("what was done is said though the row that was asked is gone by then", async () => {
  await renderIn(<Rows />, { areas: [] });
  await userEvent.click(await screen.findByRole("button", { name: "tides" }));
  await waitFor(() => expect(say).toHaveBeenCalledExactlyOnceWith("tides"));
});
