"""URLs of clubs."""

from django.urls import URLPattern, URLResolver, include, path

from dokoclub.clubs.views import clubs, invitations, people, rules

app_name = "clubs"

of_players = [
    path("", people.list_players, name="list_players"),
    path("new/", people.add_player, name="add_player"),
    path("new/list/", people.add_players, name="add_players"),
    path("own/", people.edit_own_player, name="edit_own_player"),
    path("<int:player_id>/", people.edit_player, name="edit_player"),
    path("<int:player_id>/details/", people.show_details, name="show_details"),
    path("<int:player_id>/stored/", people.download_player, name="download_player"),
    path("<int:player_id>/leave/", people.let_player_leave, name="let_player_leave"),
    path("<int:player_id>/return/", people.let_player_return, name="let_player_return"),
    path("<int:player_id>/erase/", people.erase_player, name="erase_player"),
]

of_members = [
    path("", people.list_members, name="list_members"),
    path("<int:member_id>/", people.edit_member, name="edit_member"),
    path("<int:member_id>/remove/", people.remove_member, name="remove_member"),
    path("<int:member_id>/hand-over/", people.hand_over_club, name="hand_over_club"),
    path("<int:member_id>/login-link/", people.make_login_link, name="make_login_link"),
]

of_invitations = [
    path("", invitations.list_invitations, name="list_invitations"),
    path("new/", invitations.create_invitation, name="create_invitation"),
    path("<int:invitation_id>/revoke/", invitations.revoke_invitation, name="revoke_invitation"),
    path("again/", invitations.invite_again, name="invite_again"),
    path("again/<str:seed>/", invitations.show_invited, name="show_invited"),
    path("link/<str:token>/", invitations.show_invitation, name="show_invitation"),
]

of_claims = [
    path("", people.claim_player, name="claim_player"),
    path("withdraw/", people.withdraw_claim, name="withdraw_claim"),
    path("<int:claim_id>/confirm/", people.confirm_claim, name="confirm_claim"),
    path("<int:claim_id>/refuse/", people.refuse_claim, name="refuse_claim"),
]

of_rules = [
    path("", rules.show_rules, name="show_rules"),
    path("edit/", rules.edit_rules, name="edit_rules"),
    path("edit/questions/", rules.ask_rules, name="ask_rules"),
    path("edit/preset/", rules.choose_preset, name="choose_preset"),
    path("edit/<str:question>/", rules.edit_rule, name="edit_rule"),
    path("<int:number>/", rules.show_rules_version, name="show_rules_version"),
]

of_club: list[URLPattern | URLResolver] = [
    path("", clubs.show_club, name="show_club"),
    path("about/", clubs.show_about, name="show_about"),
    path("search/", clubs.search_club, name="search_club"),
    path("settings/", clubs.show_settings, name="show_settings"),
    path("settings/features/<slug:feature>/", clubs.switch_feature, name="switch_feature"),
    path("edit/", clubs.edit_club, name="edit_club"),
    path("leave/", clubs.leave_club, name="leave_club"),
    path("delete/", clubs.delete_club, name="delete_club"),
    path("take-back/", clubs.take_back_club, name="take_back_club"),
    path("players/", include(of_players)),
    path("members/", include(of_members)),
    path("claims/", include(of_claims)),
    path("invitations/", include(of_invitations)),
    path("rules/", include(of_rules)),
]

urlpatterns = [
    path("", clubs.show_home, name="show_home"),
    path("clubs/new/", clubs.found_club, name="found_club"),
    path("clubs/<int:club_id>/", include(of_club)),
    path("invitation/<str:token>/", invitations.open_invitation, name="open_invitation"),
]
