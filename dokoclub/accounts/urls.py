"""URLs of accounts. Of allauth's own pages only these exist: nothing is done by mail."""

from allauth.account.views import account_inactive
from allauth.mfa.recovery_codes.views import download_recovery_codes
from django.urls import URLPattern, URLResolver, include, path

from dokoclub.accounts.views import account, openid, sign_in

# Route names that allauth expects.
allauth_pages = [
    path("account/login/", sign_in.sign_in, name="account_login"),
    path("account/logout/", sign_in.sign_out, name="account_logout"),
    path("account/register/", sign_in.register_account, name="account_signup"),
    path("account/inactive/", account_inactive, name="account_inactive"),
    path("account/password/", account.change_password, name="account_change_password"),
    path("account/prove/", account.ProveByPassword.as_view(), name="account_reauthenticate"),
    path("account/prove/code/", account.ProveByCode.as_view(), name="mfa_reauthenticate"),
    path("account/prove/passkey/", account.ProveByPasskey.as_view(), name="mfa_reauthenticate_webauthn"),
    path("account/login/passkey/", sign_in.sign_in_by_passkey, name="mfa_login_webauthn"),
    path("account/passkeys/add/", account.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>/name/", account.RenamePasskey.as_view(), name="mfa_edit_webauthn"),
    path("account/passkeys/<int:pk>/remove/", account.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("account/codes/", account.ShowCodes.as_view(), name="mfa_view_recovery_codes"),
    path("account/codes/new/", account.GenerateCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("account/codes/download/", download_recovery_codes, name="mfa_download_recovery_codes"),
]

own_pages = [
    path("account/", account.show_account, name="show_account"),
    path("account/sign-in/", account.show_sign_in, name="show_sign_in"),
    path("account/profile/", account.change_profile, name="change_profile"),
    path("account/sign-out-everywhere/", account.sign_out_everywhere, name="sign_out_everywhere"),
    path("account/devices/<int:pk>/end/", account.end_device, name="end_device"),
    path("account/login-links/answer/", account.answer_links, name="answer_links"),
    path("account/log/", account.show_log, name="show_log"),
    path("account/news/", account.show_news, name="show_news"),
    path("account/stored/", account.download_stored, name="download_stored"),
    path("account/delete/", account.erase_account, name="erase_account"),
    path("account/recover/", sign_in.recover_account, name="recover"),
    path("account/help/", sign_in.help_sign_in, name="help_sign_in"),
    path("account/demo/", sign_in.enter_demo, name="enter_demo"),
    path("account/openid/begin/", openid.begin_openid, name="begin_openid"),
    path("account/openid/answer/", openid.finish_openid, name="finish_openid"),
    path("account/openid/", openid.connect_openid, name="connect_openid"),
    path("account/openid/remove/", openid.remove_openid, name="remove_openid"),
    path("login-link/<str:token>/", sign_in.use_login_link, name="use_login_link"),
]

urlpatterns: list[URLPattern | URLResolver] = [*allauth_pages, path("", include((own_pages, "accounts")))]
