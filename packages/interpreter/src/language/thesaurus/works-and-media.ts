import type { Theme } from "./theme.ts";

/** What is written, sung, shown and played. */
export const worksAndMedia: Theme = {
  near: `
    movie film motion_picture; movie picture flick; film flick; movie_title film_name; documentary factual_film
    cartoon animation animated_film; series show; series tv_series television_series
    tv_series tv_show television_show; episode part installment; episode instalment; season series
    show program programme; broadcast transmission; channel station; channel tv_channel; channel network
    viewer number_of_viewers; rating audience_rating; song track tune; song music; song piece_of_music; music melody
    track piece; album record disc; album lp; album cd; single record; playlist song_list; lyric text; lyric words
    genre music_style type_of_music; genre kind; instrument musical_instrument; concert show; composition piece
    symphony orchestral_work; vocal voice; vocal singing; volume loudness; melody tune; soundtrack film_music
    opera music_drama; musical music_drama musical_show musical_play; musical musical_theater; play drama stage_play
    drama play; role part character; character figure; character role; cast actor; script screenplay; scene act
    theater stage; book volume; book novel; book title; novel story; story tale; poem verse; chapter section
    section part; page sheet; paragraph passage; quote citation; publication work; publication book
    journal periodical magazine; magazine periodical; newspaper paper; newspaper journal; article paper
    paper publication; article essay; essay composition; thesis dissertation; citation reference; author writer
    document file; document paper; manuscript draft; template form; image picture photo; photo photograph picture
    photograph snapshot shot; picture image; painting canvas; painting artwork picture
    artwork art_work work_of_art piece_of_art; sculpture statue; drawing sketch; illustration picture; poster placard
    gallery exhibition_hall; theme topic subject; topic subject; subject theme; headline title; caption label
    title heading; language tongue; language speech; word term; text wording; summary abstract overview
    content subject_matter; note memo; post entry; post message; tweet post; tweet message; blog web_log; message note
    comment reply; advertisement ad advert; ad commercial; news report; game video_game; video clip; video film
    video_game computer_game; toy game; puzzle riddle; player gamer; level stage; score point; platform console
    edition version; edition issue; issue number; copy exemplar; print edition; format medium; format file_type
    resolution sharpness; track_list song_list; record lp; song composition; cinema theatre; exhibition expo
    review evaluation opinion; movie flick; fixture contest; photo shot; orchestra band; musical show
    review assessment; edition release; magazine issue; article manuscript; tryout audition; label trademark
    page_count number_of_pages page; copies number_of_copies; issue_number number_of_issue; release release_date
    publication_date date_published; chart_position peak_position highest_position; singer_name name_of_singer
    song_name song_title name_of_song; song_title song_name; book_title title_of_book book_name
    film_title movie_title; album_title album_name; track_name song_title; artist_name name_of_artist
    band_name name_of_band; number_of_songs song_count; gross box_office box_office_gross; gross worldwide_gross
    budget production_cost; director movie_director film_director; producer film_producer; writer screenwriter
    written_by writer; directed_by director; produced_by producer; viewer viewership audience; share audience_share
    rating tv_rating; broadcaster network; time_slot airtime; show_name program_name; series_name title_of_series
    episode_title episode_name; pixel_aspect_ratio aspect_ratio; language spoken_language
    record_company record_label music_label music_company; major_record_format record_format; record_format format
    theatre_name theater_name; art_form kind_of_art; type_of_music music_genre; file_size size_of_file
    file_format type_of_file; number_of_reviews review_count; star number_of_stars; vote number_of_votes
    number_of_likes like_count; follower number_of_followers; post_date date_of_post; message_text message_body
    paragraph_text content; document_name file_name; template_type type_of_template; tweet microblog; hashtag tag
    feed timeline; subscriber number_of_subscribers; channel_name name_of_channel; actor_name name_of_actor
    character_name role_name; leading_role lead_role main_role; comic comic_book; sequel follow_up`,
  like: `
    movie show; movie video; film video; film picture; film production; film work; production movie; production play
    play show; program show; song piece; song work; piece composition; composition song; music song; track recording
    record album; record song; album music; disc album; book work; book publication; book document; volume book
    novel book; story book; work piece; publication article; publication journal; publication paper; study paper
    paper document; manuscript paper; article post; journal newspaper; magazine newspaper; picture painting
    picture photo; painting work; artwork work; artwork painting; photo image; role job; character person; part role
    style genre; genre category; theme style; motif theme; topic theme title; content description; text message
    message content; author publisher; channel platform; network channel; broadcast show; media channel; band group
    ensemble band; singer artist; singer musician; musician artist; vocalist singer artist; performer singer
    performer musician; star actor; cast role; player actor; entertainer artist; reviewer user; critic reviewer
    rating review; grade rating; star rating; score rating; point score; mark score; evaluation rating
    assessment score`,
};
