import type { Json, JsonList } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'

type Members<K extends string, Own, Inherits> = {
  readonly [P in K | `inherit_${K}` | `effective_${K}`]: P extends `inherit_${K}` ? Inherits : Own
}

/**
 * Returns a setting that Weblate inherits from site to project, category and component. Here each has its own value,
 * and an empty value counts as inherited.
 */
export function setting<K extends string, T extends string | readonly string[] | null>(
  name: K,
  value: T,
  isInherited: boolean = value === null || value.length === 0,
): Members<K, T, boolean> {
  // TypeScript loses the types of computed keys.
  return {
    [name]: value,
    [`inherit_${name}`]: isInherited,
    [`effective_${name}`]: value,
  } as Members<K, T, boolean>
}

/** Returns the schema of an inheritable setting. */
export function settingSchema<K extends string, T extends Json | JsonList>(
  name: K,
  schema: s.JsonSchema<T>,
): Members<K, s.JsonSchema<T>, s.JsonSchema<boolean>> {
  // TypeScript loses the types of computed keys.
  return {
    [name]: schema,
    [`inherit_${name}`]: s.BOOLEAN,
    [`effective_${name}`]: schema,
  } as Members<K, s.JsonSchema<T>, s.JsonSchema<boolean>>
}

/** Clients only display these templates. They are never rendered, since gitglot writes no commits. */
const MESSAGES = {
  commit_message:
    'Translate {{ language_name }}\n\nNow at {{ stats.translated_percent }} % ({{ stats.translated }} of {{ stats.all }} strings).\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  add_message: 'Add {{ language_name }} with {{ site_title }}\n',
  delete_message: 'Remove {{ language_name }}\n',
  merge_message: "Merge branch '{{ component_remote_branch }}'\n",
  addon_message:
    'Update translation files by "{{ addon_name }}"\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  pull_message:
    'Translations from {{ site_title }}\n\n[{{ project_name }}/{{ component_name }}]({{ url }}) on [{{ site_title }}]({{ site_url }})\n\n{% if component_linked_childs %}\n{% for linked in component_linked_childs %}\n* [{{ linked.project_name }}/{{ linked.name }}]({{ linked.url }})\n{% endfor %}\n{% endif %}\n\n![Translation status]({{ widget_url }})\n',
}

/** The commit messages, all inherited. */
export const messages = {
  ...setting('commit_message', MESSAGES.commit_message, true),
  ...setting('add_message', MESSAGES.add_message, true),
  ...setting('delete_message', MESSAGES.delete_message, true),
  ...setting('merge_message', MESSAGES.merge_message, true),
  ...setting('addon_message', MESSAGES.addon_message, true),
  ...setting('pull_message', MESSAGES.pull_message, true),
}

export const MESSAGE_SETTINGS = {
  ...settingSchema('commit_message', s.STRING),
  ...settingSchema('add_message', s.STRING),
  ...settingSchema('delete_message', s.STRING),
  ...settingSchema('merge_message', s.STRING),
  ...settingSchema('addon_message', s.STRING),
  ...settingSchema('pull_message', s.STRING),
}

/**
 * The settings that a project or category passes on. They are not configurable, so they are the defaults of components.
 */
export const defaults = {
  ...setting('license', ''),
  ...setting('agreement', ''),
  ...setting('new_lang', 'add', true),
  ...setting('language_code_style', ''),
  ...setting('secondary_language', null),
  ...messages,
}

export const DEFAULT_SETTINGS = {
  ...settingSchema('license', s.STRING),
  ...settingSchema('agreement', s.STRING),
  ...settingSchema('new_lang', s.STRING),
  ...settingSchema('language_code_style', s.STRING),
  ...settingSchema('secondary_language', s.nullable(s.ID)),
  ...MESSAGE_SETTINGS,
}
