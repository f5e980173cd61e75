import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { TroubleBar } from "../preview/TroubleBar";
import { testDetail } from "../testing";
import HostsDialog from "./HostsDialog";

afterEach(cleanup);

test("blocked hosts are named, and their owner can allow them", async () => {
  const onAllow = vi.fn();
  const hosts = ["https://api.example"];
  const bar = (allow?: typeof onAllow) => (
    <TroubleBar trouble={{ kind: "network", hosts }} onAllow={allow} onAgain={vi.fn()} onDismiss={vi.fn()} />
  );
  await renderIn(bar(onAllow), { areas: ["artifacts"] });
  expect(await screen.findByText("api.example")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Allow…" }));
  expect(onAllow).toHaveBeenCalledWith(hosts);
  cleanup();
  await renderIn(bar(), { areas: ["artifacts"] });
  await screen.findByText("api.example");
  expect(screen.queryByRole("button", { name: "Allow…" })).toBeNull();
});

test("hosts are added to those that are allowed", async () => {
  const artifact = testDetail("<b>a</b>", { hosts: ["https://a.example"], hosts_agreed: true });
  const calls = serve({ [`PATCH /api/artifacts/${artifact.id}`]: artifact });
  const onClose = vi.fn();
  const dialog = <HostsDialog artifact={artifact} added={["https://b.example"]} onClose={onClose} />;
  await renderIn(dialog, { areas: ["artifacts"] });
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Sites" });
  expect(field.value).toBe("https://a.example\nhttps://b.example");
  await userEvent.type(field, "\nc.example");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
    hosts: ["https://a.example", "https://b.example", "https://c.example"],
  });
});
