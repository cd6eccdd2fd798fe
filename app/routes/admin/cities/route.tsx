import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { CityDirectory } from "~/routes/admin/cities/cities";
import { cityDirectoryLoader } from "~/routes/admin/cities/cities.server";
import { CityBoard } from "~/routes/admin/cities/city-board";
import { cityBoardPage } from "~/routes/admin/cities/city-board.server";

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.cities",
  nav: { group: "content", text: "admin:nav.cities", icon: "building-arch" },
  budget: "staff",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  if (params.get("view") === "board") {
    const board = await cityBoardPage(requireAccount(context), params);
    return { head: board.head, board, list: null };
  }
  const list = await cityDirectoryLoader(context, params);
  return { head: list.head, board: null, list };
}

export default function CitiesRoute() {
  const { board, list } = useLoaderData<typeof loader>();
  return board ? <CityBoard page={board} /> : list && <CityDirectory view={list} />;
}
