import type { Json, JsonList } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'

/** Returns the fields of a setting that Weblate inherits. Here each is its own; an empty one counts as inherited. */
export function setting<K extends string, T extends Json | JsonList, Subject = unknown>(
  name: K,
  schema: s.JsonSchema<T>,
  // By default, the subject has the setting in camelCase.
  read = s.memberOf(name) as (subject: Subject) => T,
  isInherited = (value: T): boolean => value === null || Object(value).length === 0,
) {
  const field = [schema, read] as const
  const inherited = [s.BOOLEAN, (subject: Subject) => isInherited(read(subject))] as const
  const keys = [name, `inherit_${name}`, `effective_${name}`] as const
  return s.fromKeys(keys, (key) => (key === keys[1] ? inherited : field))
}

function always<K extends string>(name: K, text: string) {
  return setting(
    name,
    s.STRING,
    () => text,
    () => true,
  )
}

/** Commit messages. Clients only display these templates: they are never rendered, since gitglot writes no commits. */
export const MESSAGES = {
  ...always(
    'commit_message',
    'Translate {{ language_name }}\n\nNow at {{ stats.translated_percent }} % ({{ stats.translated }} of {{ stats.all }} strings).\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  ),
  ...always('add_message', 'Add {{ language_name }} with {{ site_title }}\n'),
  ...always('delete_message', 'Remove {{ language_name }}\n'),
  ...always('merge_message', "Merge branch '{{ component_remote_branch }}'\n"),
  ...always(
    'addon_message',
    'Update translation files by "{{ addon_name }}"\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  ),
  ...always(
    'pull_message',
    'Translations from {{ site_title }}\n\n[{{ project_name }}/{{ component_name }}]({{ url }}) on [{{ site_title }}]({{ site_url }})\n\n{% if component_linked_childs %}\n{% for linked in component_linked_childs %}\n* [{{ linked.project_name }}/{{ linked.name }}]({{ linked.url }})\n{% endfor %}\n{% endif %}\n\n![Translation status]({{ widget_url }})\n',
  ),
}

/** Settings that a project or category passes on. They are not configurable, so they are components' defaults. */
export const DEFAULTS = {
  ...setting('license', s.STRING, () => ''),
  ...setting('agreement', s.STRING, () => ''),
  ...always('new_lang', 'add'),
  ...setting('language_code_style', s.STRING, () => ''),
  ...setting('secondary_language', s.nullable(s.ID), () => null),
  ...MESSAGES,
}

export const NO_ENFORCED_CHECKS = setting('enforced_checks', s.arrayOf(s.STRING), () => [])
