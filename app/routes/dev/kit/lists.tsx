import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Menu, MenuItem } from "~/ui/menu";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { TextField } from "~/ui/text-field";
import classes from "./kit.module.css";
import { KIT_PATH, Part, type PartsProps } from "./part";

export function Lists({ words }: PartsProps) {
  const { heads, table, tabs, search } = words;
  return (
    <section className={classes.part}>
      <Part name="page-head">
        <PageHead
          title={words.title}
          lead={words.lead}
          badges={<Badge tone="info">{words.buttons.badges.today}</Badge>}
          actions={
            <>
              <Button variant="default" icon="download">
                {words.table.copy}
              </Button>
              <Button icon="plus">{words.buttons.large}</Button>
            </>
          }
        />
      </Part>
      <Part name="tabs">
        <Tabs
          label={tabs.label}
          current="all"
          tabs={(["all", "staff", "low"] as const).map((name) => ({
            name,
            label: tabs[name],
            count: tabs.counts[name],
            href: `${KIT_PATH}?tab=${name}`,
          }))}
        />
      </Part>
      <Part name="search">
        <Form method="get" role="search" isRow>
          <TextField
            name="q"
            type="search"
            label={search.label}
            placeholder={search.placeholder}
            start={<Icon name="search" size="s" />}
            isLabelHidden
            size="sm"
          />
          <Select
            name="role"
            label={search.role}
            empty={search.any}
            options={[{ value: "staff", label: tabs.staff }]}
            isLabelHidden
            size="sm"
          />
          <Button type="submit" variant="default">
            {search.show}
          </Button>
        </Form>
      </Part>
      <Part name="table">
        <Form name="people" isWide>
          <Table
            label={table.label}
            rows={words.people}
            rowKey={({ id }) => id}
            select={{
              name: "chosen",
              value: ({ id }) => (id === "3" ? null : id),
              label: ({ name }) => `${table.select}: ${name}`,
            }}
            columns={[
              {
                key: "name",
                head: heads.name,
                isHead: true,
                cell: ({ name, initials }) => (
                  <span className={classes.name}>
                    <Avatar photoUrl={null} initials={initials} size="s" />
                    <bdi>{name}</bdi>
                  </span>
                ),
              },
              { key: "role", head: heads.role, cell: ({ role }) => role },
              {
                key: "trust",
                head: heads.trust,
                isNumeric: true,
                sort: { href: `${KIT_PATH}?sort=trust`, order: "descending" },
                cell: ({ trust }) => <bdi>{words.numbers[String(trust)]}</bdi>,
              },
              {
                key: "events",
                head: heads.events,
                isNumeric: true,
                sort: { href: `${KIT_PATH}?sort=events`, order: null },
                cell: ({ events }) => words.numbers[String(events)],
              },
              { key: "seen", head: heads.seen, cell: ({ seen }) => seen },
              {
                key: "state",
                head: heads.state,
                cell: ({ state, tone }) => (
                  <Badge tone={tone as "good"} icon="circle-check">
                    {state}
                  </Badge>
                ),
              },
              {
                key: "more",
                head: heads.more,
                isHeadHidden: true,
                cell: ({ id, name }) => (
                  <Menu label={`${table.more}: ${name}`}>
                    <MenuItem icon="external-link" to={`${KIT_PATH}?person=${id}`} shortcut="O">
                      {table.publicPage}
                    </MenuItem>
                    <MenuItem icon="copy" shortcut="C">
                      {table.copy}
                    </MenuItem>
                    <MenuItem icon="trash" tone="danger" isApart>
                      {table.remove}
                    </MenuItem>
                  </Menu>
                ),
              },
            ]}
          />
        </Form>
      </Part>
      <Part name="pager">
        <Pager
          label={table.pages}
          start={KIT_PATH}
          previous={`${KIT_PATH}?page=1`}
          next={`${KIT_PATH}?page=3`}
          total={table.total}
        />
      </Part>
    </section>
  );
}
