"""How Django prints forms here: one field template, errors first."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """`{{ form }}` and `{{ field.as_field_group }}` print _form.html and _field.html."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
